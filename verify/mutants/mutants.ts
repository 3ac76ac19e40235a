import { accessMutants } from './access.ts'
import { accountMutants } from './accounts.ts'
import { adminMutants } from './admins.ts'
import { alertMutants } from './alerts.ts'
import { cartMutants } from './cart.ts'
import { taxMutants } from './taxes.ts'
import { databaseMutants } from './database.ts'
import { disputeMutants } from './disputes.ts'
import { edgeMutants } from './edges.ts'
import { fitmentImportMutants } from './fitment-imports.ts'
import { fitmentMutants } from './fitments.ts'
import { garageMutants } from './garage.ts'
import { identityMutants } from './identity.ts'
import { importMutants } from './imports.ts'
import { loadMutants } from './load.ts'
import { numberMutants } from './numbers.ts'
import { orderedCarMutants } from './ordered-cars.ts'
import { orderedNumberMutants } from './ordered-numbers.ts'
import { paymentUpdateMutants } from './payment-updates.ts'
import { paymentMutants } from './payments.ts'
import { priceMutants } from './prices.ts'
import { privacyMutants } from './privacy.ts'
import { refundMutants } from './refunds.ts'
import { shipmentMutants } from './shipments.ts'
import { stockMutants } from './stock.ts'
import { tradeMutants } from './trade.ts'

export const mutants = [
  ...stockMutants,
  ...importMutants,
  ...fitmentImportMutants,
  ...numberMutants,
  ...paymentMutants,
  ...paymentUpdateMutants,
  ...refundMutants,
  ...disputeMutants,
  ...shipmentMutants,
  ...accessMutants,
  ...adminMutants,
  ...identityMutants,
  ...accountMutants,
  ...privacyMutants,
  ...edgeMutants,
  ...alertMutants,
  ...cartMutants,
  ...taxMutants,
  ...fitmentMutants,
  ...garageMutants,
  ...databaseMutants,
  ...orderedCarMutants,
  ...orderedNumberMutants,
  ...loadMutants,
  ...priceMutants,
  ...tradeMutants,
]
