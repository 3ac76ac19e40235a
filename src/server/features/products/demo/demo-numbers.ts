import type { ProductNumber } from '#contract/numbers/product-numbers.ts'

const of = (kind: ProductNumber['kind']) => (number: string, brand: string) => ({
  kind,
  brand,
  number,
})

const oem = of('oem')
const replaced = of('replaced')
const interchange = of('interchange')
/** The range that GS1 reserves for examples. */
const barcode = (number: string) => of('barcode')(number, '')

/** Other numbers of the demo parts, by part number: as invented as the parts. Two parts share one, so that a trial shows the choice. */
export const demoNumbers: Readonly<Record<string, readonly ProductNumber[]>> = {
  // Brake Pad Set
  'AP-BR-4450': [
    oem('5C0 698 151 D', 'Volkswagen'),
    oem('45022-TR0-A00', 'Honda'),
    replaced('1K0 698 151', 'Volkswagen'),
    interchange('KS 86 494 123', 'Kestner'),
    barcode('9 520000 445003'),
  ],
  // Oil Filter
  'AP-EN-3310': [
    oem('06A 115 561 B', 'Volkswagen'),
    oem('15400-RTA-003', 'Honda'),
    oem('90915-YZZF2', 'Toyota'),
    interchange('OF 712/75', 'Kestner'),
    barcode('9 520000 331009'),
  ],
  // Spark Plug Set
  'AP-EN-3414': [oem('12290-R62-H01', 'Honda'), interchange('LU-Z 4 SII', 'Lumora')],
  // Car Battery
  'AP-EL-7060': [replaced('AP-EL-7055', ''), barcode('9 520000 706005')],
  // Alternator
  'AP-EL-7090': [oem('06A 903 026', 'Volkswagen')],
  // Headlight Assembly and Fog Lamp
  'AP-LT-2125-R': [oem('5K0 941 006', 'Volkswagen'), interchange('LU 11-8230', 'Lumora')],
  'AP-LT-2140': [oem('5K0 941 700', 'Volkswagen'), interchange('LU 11-8230', 'Lumora')],
}
