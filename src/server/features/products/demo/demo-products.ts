import type { NewProduct } from '#contract/products.ts'

/**
 * What a shop on trial sells; the home page shows the first six. Part numbers are the shop's own: the
 * kind, a number, and where it matters the side: front, left, rear or right.
 */
export const demoProducts: readonly NewProduct[] = [
  {
    name: 'Door Rubber Seal',
    price: 12,
    quantity: 480,
    description:
      'Full-loop weatherstrip for front doors. The twin-lip bulb keeps out water, dust and road noise without making the door hard to close.',
    img: '/parts/door-rubber.svg',
    partNumber: 'AP-BD-1040-F',
    kind: 'body',
  },
  {
    name: 'Taillight Assembly',
    price: 68,
    quantity: 126,
    description:
      'Complete left-hand lamp with stop, turn and reverse chambers. Sealed housing and plug, gasket included, bulbs fitted and tested.',
    img: '/parts/taillight-assembly.svg',
    partNumber: 'AP-LT-2110-L',
    kind: 'lighting',
  },
  {
    name: 'Quarter Panel',
    price: 145,
    quantity: 64,
    description:
      'Stamped steel rear quarter with fuel door cut-out. E-coated on both sides and ready for weld-in, flanges left untrimmed for a close fit.',
    img: '/parts/quarter-panel.svg',
    partNumber: 'AP-BD-1205',
    kind: 'body',
  },
  {
    name: 'Engine Assembly',
    price: 2450,
    quantity: 12,
    description:
      'Long-block four-cylinder, run-tested and sealed. Belt drive, valve cover and oil pan come fitted; manifolds carry over from the old unit.',
    img: '/parts/engine-assembly.svg',
    partNumber: 'AP-EN-3004',
    kind: 'engine',
  },
  {
    name: 'Brake Disc and Caliper',
    price: 89,
    quantity: 310,
    description:
      'Drilled and vented front disc with a four-piston caliper. Sold as one side, with pads, bolts and washers in the box.',
    img: '/parts/brake-disc-caliper.svg',
    partNumber: 'AP-BR-4410-F',
    kind: 'brakes',
  },
  {
    name: 'Shock Absorber',
    price: 54,
    quantity: 205,
    description:
      'Gas-filled rear damper with progressive coil. The threaded collar sets ride height by hand, with no special tool.',
    img: '/parts/shock-absorber.svg',
    partNumber: 'AP-SU-5120-R',
    kind: 'suspension',
  },
  {
    name: 'Jump Starter with Compressor',
    price: 18.79,
    quantity: 900,
    description:
      'Starts a flat battery and fills a flat tyre. Clamps, hose and work light are stowed in the case; it charges from any 12 V socket.',
    img: '/parts/jump-starter.svg',
    partNumber: 'AP-AC-9001',
    kind: 'accessories',
  },
  {
    name: 'Headlight Assembly',
    price: 132,
    quantity: 58,
    description:
      'Complete right-hand headlight with projector low beam, reflector high beam and amber turn signal. Housing, lens and three mounting tabs are one sealed unit; bulbs are in the box. Plugs into the existing harness.',
    img: '/parts/headlight-assembly.svg',
    partNumber: 'AP-LT-2125-R',
    kind: 'lighting',
  },
  {
    name: 'Side Mirror',
    price: 46,
    quantity: 94,
    description:
      'Left-hand door mirror with electric adjustment, heated glass and a turn repeater in the shell. Three studs and one plug hold it to the door. The shell comes in black primer, ready for paint.',
    img: '/parts/side-mirror.svg',
    partNumber: 'AP-BD-1330-L',
    kind: 'body',
  },
  {
    name: 'Radiator',
    price: 118,
    quantity: 72,
    description:
      'Aluminium core with plastic end tanks, for petrol engines with a manual gearbox. Filler cap, drain plug and two rubber mounts are in the box. Hoses and fan shroud carry over from the old unit.',
    img: '/parts/radiator.svg',
    partNumber: 'AP-CO-6010',
    kind: 'cooling',
  },
  {
    name: 'Brake Pad Set',
    price: 27.5,
    quantity: 640,
    description:
      'Four pads for one axle, with shims riveted on and chamfered, slotted linings. One wear sensor lead and a sachet of grease are in the box. Clean the carrier and fit new clips before you slide them in.',
    img: '/parts/brake-pads.svg',
    partNumber: 'AP-BR-4450',
    kind: 'brakes',
  },
  {
    name: 'Alternator',
    price: 156,
    quantity: 38,
    description:
      '12 V, 90 A alternator with a built-in regulator and a six-rib belt pulley. Sold as a new unit, so no old core has to be returned. Four bolt ears and one three-pin plug; the belt is not included.',
    img: '/parts/alternator.svg',
    partNumber: 'AP-EL-7090',
    kind: 'electrics',
  },
  {
    name: 'Door Handle',
    price: 19.4,
    quantity: 215,
    description:
      'Outside handle for the left front door, with bright grip and dark base. Lock barrel and two keys are in the box, along with the foam gasket. Two screws hold it from the inside edge of the door.',
    img: '/parts/door-handle.svg',
    partNumber: 'AP-BD-1312-L',
    kind: 'body',
  },
  {
    name: 'Wheel Rim',
    price: 94,
    quantity: 120,
    description:
      'Cast alloy rim, 16 x 7 inches, five-bolt pattern, with centre cap and rubber valve. Clear-coated silver finish. Sold singly without tyre, bolts or balance weights; check the offset against your old rim.',
    img: '/parts/wheel-rim.svg',
    partNumber: 'AP-WH-8016',
    kind: 'wheels',
  },
  {
    name: 'Fog Lamp',
    price: 33,
    quantity: 180,
    description:
      'Round front fog lamp with an amber fluted glass lens and a steel foot. Bulb, cable tail and plug are fitted; one bolt holds it to the bumper bracket. Sold singly, the same lamp fits left and right.',
    img: '/parts/fog-lamp.svg',
    partNumber: 'AP-LT-2140',
    kind: 'lighting',
  },
  {
    name: 'Front Bumper',
    price: 128,
    quantity: 26,
    description:
      'Moulded front bumper cover with lower grille, two fog lamps and side reflectors fitted. Ships in primer, ready for paint. It clips over the existing beam; clips and number plate bracket are in the box.',
    img: '/parts/front-bumper.svg',
    partNumber: 'AP-BD-1101-F',
    kind: 'body',
  },
  {
    name: 'Oil Filter',
    price: 6.25,
    quantity: 900,
    description:
      'Spin-on oil filter with a steel can, pleated paper element and anti-drain valve. The rubber ring comes oiled and ready. Screw it on by hand until the ring touches, then give it three quarters of a turn.',
    img: '/parts/oil-filter.svg',
    partNumber: 'AP-EN-3310',
    kind: 'engine',
  },
  {
    name: 'Coil Spring',
    price: 31,
    quantity: 260,
    description:
      'Front coil spring wound from 12 mm steel wire with a red powder coat. Standard ride height. Sold singly; change both sides of the axle together and use a spring compressor to fit it.',
    img: '/parts/coil-spring.svg',
    partNumber: 'AP-SU-5212-F',
    kind: 'suspension',
  },
  {
    name: 'Wiper Blades',
    price: 11.8,
    quantity: 720,
    description:
      'Pair of flat windscreen wiper blades, 24 and 18 inches, with natural rubber edges. The clip in the middle takes a hook arm; two adapters for pin arms are in the box. They fit without tools.',
    img: '/parts/wiper-blades.svg',
    partNumber: 'AP-BD-1824',
    kind: 'body',
  },
  {
    name: 'Gasket and Seal Set',
    price: 42,
    quantity: 150,
    description:
      'Top-end set for a four-cylinder engine: multi-layer steel head gasket, two shaft seals and O-rings in three sizes. Head bolts are not included. Check the head for flatness before you fit the new gasket.',
    img: '/parts/gasket-seal-set.svg',
    partNumber: 'AP-EN-3120',
    kind: 'engine',
  },
  {
    name: 'Bonnet',
    price: 164,
    quantity: 31,
    description:
      'Stamped steel bonnet with two vents, inner frame and latch striker welded in. E-coated on both sides, ready for paint. Both hinges are in the box and bolt to the original holes; set the gaps before you tighten them.',
    img: '/parts/bonnet.svg',
    partNumber: 'AP-BD-1150',
    kind: 'body',
  },
  {
    name: 'Exhaust Muffler',
    price: 76,
    quantity: 84,
    description:
      'Rear muffler in aluminised steel with twin outlet pipes and a two-bolt inlet flange. Two rubber hangers come fitted. Flange gasket and bolts are in the box; no welding is needed to hang it.',
    img: '/parts/exhaust-muffler.svg',
    partNumber: 'AP-EX-6520-R',
    kind: 'exhaust',
  },
  {
    name: 'Car Battery',
    price: 84,
    quantity: 110,
    description:
      '12 V, 60 Ah lead-acid battery, filled, charged and ready to fit, with a carrying handle. Positive post on the left as seen from the label side. Post caps are on the box; return old batteries for recycling.',
    img: '/parts/battery.svg',
    partNumber: 'AP-EL-7060',
    kind: 'electrics',
  },
  {
    name: 'Steering Rack',
    price: 215,
    quantity: 0,
    description:
      'Manual rack and pinion with rubber bellows, inner tie rods and ball ends fitted. Two clamps hold it to the cross-member. Count the turns on the old ball ends and have the tracking set after fitting.',
    img: '/parts/steering-rack.svg',
    partNumber: 'AP-SU-5300',
    kind: 'suspension',
  },
  {
    name: 'Spark Plug Set',
    price: 22,
    quantity: 430,
    description:
      'Four copper-core spark plugs, 14 mm thread with a 16 mm hex, gap set to 0.9 mm. Each plug comes in a sleeve with its crush washer on. Fit them to a cold engine and tighten by hand before the wrench.',
    img: '/parts/spark-plug-set.svg',
    partNumber: 'AP-EN-3414',
    kind: 'engine',
  },
]
