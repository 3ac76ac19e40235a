import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type FitmentImport,
  type FitmentImportRow,
  fitmentImports,
} from '#contract/vehicles/fitment-imports.ts'
import { read } from '#web/lib/api/api.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { ListTabs } from '#web/ui/list/list-tabs.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { RowEffect } from '../row-effect.tsx'
import { countsOf, fitmentRows, type RowTab } from './fitment-list.ts'

const texts: Record<RowTab, string> = {
  wrong: 'Errors',
  changed: 'Changed',
  new: 'New',
  removed: 'Removed',
  unchanged: 'Unchanged',
  kept: 'Not undone',
}

/** The fitments that an import adds, changes and removes. */
export function FitmentRows({ made }: { made: FitmentImport }) {
  const list = fitmentRows(made)
  const { params, setParams } = useListParams(list)
  const { tab, q: _, ...page } = params
  const rows = useQuery({
    ...read(fitmentImports.rows, {
      params: { id: made._id },
      query: { ...page, ...(tab === 'kept' ? { kept: 'true' as const } : { outcome: tab }) },
    }),
    placeholderData: keepPreviousData,
  })
  const counts = countsOf(made)
  return (
    <NumberedList
      list={list}
      params={params}
      setParams={setParams}
      page={rows}
      total={{ rows: counts[tab], isCapped: false, error: null, retry: rows.refetch }}
      noun="fitments"
      tabs={
        <ListTabs
          list={list}
          params={params}
          label="Fitments by outcome"
          texts={texts}
          tabCounts={{ counts }}
        />
      }
      renderEmpty={() => <EmptyState heading="h2" title="No fitments here" />}
    >
      {(some) => (
        <DataTable
          caption="Fitments of the file, in its order"
          rows={some}
          columns={columns}
          card={card}
        />
      )}
    </NumberedList>
  )
}

const part = ({ name, line }: FitmentImportRow) => (
  <span>
    <span className="table__main">{name || 'No part number'}</span>
    <small>{line === null ? 'Not in the file' : `Line ${line}`}</small>
  </span>
)

const columns: Column<FitmentImportRow>[] = [
  { title: 'Part', cell: part },
  { title: 'Car', cell: ({ car }) => car },
  { title: 'Change', cell: RowEffect },
]

const card = (row: FitmentImportRow) => (
  <>
    {part(row)}
    <span>{row.car}</span>
    <RowEffect {...row} />
  </>
)
