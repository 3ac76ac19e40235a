import type { Fitment } from '#contract/fitments/fitments.ts'

const of =
  (make: string, model: string) =>
  (yearFrom: number, yearTo: number, values: Partial<Fitment> = {}): Fitment => ({
    make,
    model,
    yearFrom,
    yearTo,
    litres: null,
    cylinders: null,
    fuel: null,
    position: null,
    perCar: null,
    note: null,
    ...values,
  })

const golf = of('volkswagen', 'golf')
const jetta = of('volkswagen', 'jetta')
const civic = of('honda', 'civic')
const corolla = of('toyota', 'corolla')
const f150 = of('ford', 'f-150')
const model3 = of('tesla', 'model-3')

const front = { position: 'front', perCar: 1 } as const
const leftOrRight = (position: 'left' | 'right' | 'front-left') => ({ position, perCar: 1 })
const onePerCar = { perCar: 1 }
const smallEngine = { litres: 1.8, cylinders: 4, fuel: 'petrol' } as const
const wheels = (bolts: string) => ({ perCar: 4, note: `${bolts} bolt pattern: check the offset` })

/** Fits every car. */
export const universalDemoPart = 'AP-AC-9001'

/**
 * The cars that the demo parts fit, by part number: as invented as the parts. Nothing is known of the Quarter Panel, so
 * that a trial shows that verdict too.
 */
export const demoFitments: Readonly<Record<string, readonly Fitment[]>> = {
  // Brake Pad Set
  'AP-BR-4450': [
    golf(2010, 2014, front),
    jetta(2011, 2018, front),
    civic(2012, 2015, { ...front, note: 'not for the Si' }),
  ],
  // Brake Disc and Caliper
  'AP-BR-4410-F': [
    golf(2010, 2014, { position: 'front', perCar: 2, litres: 2, fuel: 'petrol' }),
    golf(2010, 2014, { position: 'front', perCar: 2, litres: 2.5, fuel: 'petrol' }),
    jetta(2011, 2014, { position: 'front', perCar: 2 }),
  ],
  // Oil Filter
  'AP-EN-3310': [
    golf(2010, 2014, { ...onePerCar, litres: 2.5, fuel: 'petrol' }),
    civic(2006, 2015, onePerCar),
    corolla(2009, 2019, onePerCar),
  ],
  // Spark Plug Set
  'AP-EN-3414': [civic(2006, 2015, smallEngine), corolla(2009, 2013, smallEngine)],
  // Gasket and Seal Set
  'AP-EN-3120': [civic(2006, 2015, smallEngine), corolla(2009, 2013, smallEngine)],
  // Engine Assembly
  'AP-EN-3004': [
    golf(1999, 2006, {
      ...onePerCar,
      litres: 2,
      fuel: 'petrol',
      note: 'belt drive; up to engine no. AVH 100000',
    }),
  ],
  // Radiator
  'AP-CO-6010': [golf(1999, 2006, { ...onePerCar, fuel: 'petrol', note: 'manual gearbox only' })],
  // Alternator
  'AP-EL-7090': [golf(1999, 2006, onePerCar), jetta(1999, 2005, onePerCar)],
  // Taillight Assembly
  'AP-LT-2110-L': [golf(2010, 2014, leftOrRight('left'))],
  // Headlight Assembly
  'AP-LT-2125-R': [golf(2010, 2014, leftOrRight('right'))],
  // Side Mirror
  'AP-BD-1330-L': [golf(2010, 2014, leftOrRight('front-left'))],
  // Door Handle
  'AP-BD-1312-L': [golf(2010, 2014, leftOrRight('front-left'))],
  // Door Rubber Seal
  'AP-BD-1040-F': [golf(2010, 2014, { position: 'front', perCar: 2 })],
  // Bonnet
  'AP-BD-1150': [golf(2010, 2014, onePerCar)],
  // Front Bumper
  'AP-BD-1101-F': [golf(2010, 2014, { ...front, note: 'without parking sensors' })],
  // Shock Absorber
  'AP-SU-5120-R': [golf(1999, 2006, { position: 'rear', perCar: 2 })],
  // Coil Spring
  'AP-SU-5212-F': [civic(2001, 2005, { position: 'front', perCar: 2 })],
  // Steering Rack
  'AP-SU-5300': [golf(1985, 1992, onePerCar)],
  // Exhaust Muffler
  'AP-EX-6520-R': [f150(2011, 2014, { position: 'rear', perCar: 1, litres: 5 })],
  // Wheel Rim
  'AP-WH-8016': [
    golf(2005, 2018, wheels('5 × 112')),
    jetta(2005, 2018, wheels('5 × 112')),
    corolla(2009, 2019, wheels('5 × 100')),
  ],
  // Fog Lamp
  'AP-LT-2140': [golf(2010, 2014), civic(2012, 2015), corolla(2014, 2019)],
  // Wiper Blades
  'AP-BD-1824': [
    golf(2010, 2014, onePerCar),
    civic(2012, 2015, onePerCar),
    corolla(2014, 2019, onePerCar),
    model3(2017, 2023, onePerCar),
  ],
  // Car Battery
  'AP-EL-7060': [
    golf(1999, 2006, onePerCar),
    golf(2010, 2014, onePerCar),
    jetta(1999, 2018, onePerCar),
    civic(2001, 2015, onePerCar),
    corolla(2009, 2019, onePerCar),
    f150(2011, 2014, onePerCar),
  ],
}
