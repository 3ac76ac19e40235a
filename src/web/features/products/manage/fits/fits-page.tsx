import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { fitments, fitmentsMax } from '#contract/fitments/fitments.ts'
import { read } from '#web/lib/api/api.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useParams } from '#web/lib/router/router-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { ProductTabPage } from '../product-tab-page.tsx'
import { FitsEditor } from './fits-editor.tsx'

/** Which cars a product fits, as admins change it. */
export function FitsPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...read(fitments.managed, { params: { id } }),
    refetchOnMount: 'always',
  })
  return (
    <ProductTabPage
      id={id}
      shown="fits"
      error={error}
      failed="The cars could not be loaded"
      refetch={refetch}
    >
      {data &&
        (data.fitments.length > fitmentsMax ? (
          <TooMany cars={data.fitments.length} />
        ) : (
          <FitsEditor id={id} fits={data} refetch={refetch} />
        ))}
    </ProductTabPage>
  )
}

const TooMany = ({ cars }: { cars: number }) => (
  <EmptyState heading="h2" title={`${groupDigits(cars)} cars`}>
    <p>Change this many in a file.</p>
    <ButtonLink to={pathTo.importFitments} icon={FileSpreadsheet}>
      Import and Export
    </ButtonLink>
  </EmptyState>
)
