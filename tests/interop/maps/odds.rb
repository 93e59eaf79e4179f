# One of everything that the notation can say, for the tests: a map that is no game.
LAYOUT = :pointy
AXES = { x: :number, y: :letter }.freeze
LOCATION_NAMES = {
  'A1' => 'North', 'A3' => "L'Est \u2014 \"1\"", 'Z9' => 'Nowhere', 'B2' => nil
}.freeze
TILES = {
  '7' => 'unlimited',
  '9999' => 2,
  'X1' => { 'count' => 1, 'color' => 'yellow', 'code' => 'city=revenue:20,loc:0.25;path=a:0,b:_0;label=OO',
            'hidden' => 1 },
  'X2' => { 'count' => 2, 'color' => 'green',
            'code' => 'city=revenue:40;path=a:0,b:_0;path=a:2,b:_0;label=OO;upgrade=cost:20,terrain:river' },
}
HEXES = {
  white: {
    ['A1'] => 'city=revenue:0;border=edge:0,type:impassable;border=edge:5,type:water,cost:40',
    %w[B2] => 'upgrade=cost:40,terrain:river;icon=image:mine',
    %w[B4 b6] => 'upgrade=cost:60,terrain:river;frame=color:#ff0000',
    %w[C3] => 'town=revenue:10;town=revenue:20,loc:3.5;path=a:0,b:_0',
    %w[C4] => '',
    %w[C5] => 'city=revenue:0;label=OO;future_label=label:X,color:green;upgrade=cost:10',
  },
  red: {
    ['A3'] => 'offboard=revenue:yellow_20|green_30|gray_60,groups:E,hide:1;path=a:5,b:_0,terminal:1',
  },
  gray: {
    ['D2'] => 'city=revenue:10,slots:2;path=a:3,b:_0,terminal:1;path=a:2,b:_0,terminal:1',
    ['D4'] => 'junction;path=a:1,b:_0,track:narrow;path=a:2,b:_0,track:narrow;path=a:3,b:_0,track:narrow',
  },
  purple: { ['D6'] => 'path=a:2,b:3,lanes:2' },
}
