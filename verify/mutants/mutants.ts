import { accessMutants } from './access.ts'
import { accountMutants } from './accounts.ts'
import { adminMutants } from './admins.ts'
import { databaseMutants } from './database.ts'
import { disputeMutants } from './disputes.ts'
import { identityMutants } from './identity.ts'
import { importMutants } from './imports.ts'
import { moneyMutants } from './money.ts'
import { newsMutants } from './news.ts'
import { refundMutants } from './refunds.ts'
import { stockMutants } from './stock.ts'

export const mutants = [
  ...stockMutants,
  ...importMutants,
  ...moneyMutants,
  ...newsMutants,
  ...refundMutants,
  ...disputeMutants,
  ...accessMutants,
  ...adminMutants,
  ...identityMutants,
  ...accountMutants,
  ...databaseMutants,
]
