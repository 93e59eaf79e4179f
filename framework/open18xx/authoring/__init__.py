"""Helping authors: new packs from templates, and looking at a pack again whenever its files change."""
