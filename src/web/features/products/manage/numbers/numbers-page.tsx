import { useQuery } from '@tanstack/react-query'
import { productNumbers } from '#contract/numbers/product-numbers.ts'
import { read } from '#web/lib/api/api.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { ProductTabPage } from '../product-tab-page.tsx'
import { NumbersEditor } from './numbers-editor.tsx'

/** The numbers of a product beside its own, and its successor, as admins change them. */
export function NumbersPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...read(productNumbers.managed, { params: { id } }),
    refetchOnMount: 'always',
  })
  return (
    <ProductTabPage
      id={id}
      shown="numbers"
      error={error}
      failed="The numbers could not be loaded"
      refetch={refetch}
    >
      {data && <NumbersEditor id={id} managed={data} refetch={refetch} />}
    </ProductTabPage>
  )
}
