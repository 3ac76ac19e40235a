import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, Pencil, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type ManagedModel,
  manageVehicles,
  type ModelFacts,
  type NewModel,
} from '#contract/vehicles/manage-vehicles.ts'
import { vehicleAddresses } from '#contract/vehicles/vehicle-addresses.ts'
import { yearsText } from '#contract/vehicles/years.ts'
import { call, keyOf, read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
  useListParams,
} from '#web/lib/lists/list-params.ts'
import { toTotalCount } from '#web/lib/lists/total-count.ts'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { NumberedList } from '#web/ui/list/numbered-list.tsx'
import { LastChanges } from './last-changes.tsx'
import { ModelForm } from './model-form.tsx'

const list: ListDefinition<ListParams> = {
  path: '/dashboard/vehicles',
  parseParams: parseListParams,
}

/** The cars that parts may fit: makes and models with their years and other names. */
export function VehiclesPage() {
  const { params, setParams } = useListParams(list)
  const { q, limit, page: number } = params
  const filter = q ? { q } : {}
  const page = useQuery({
    ...read(manageVehicles.list, { query: { ...filter, page: number, limit } }),
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...read(manageVehicles.count, { query: filter }),
    placeholderData: keepPreviousData,
  })
  const [edited, setEdited] = useState<ManagedModel>()
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLHeadingElement>(null)
  const { add, change } = useVehicleChanges()

  async function save(model: NewModel) {
    if (edited) await change(edited, { ...factsOf(edited), ...model })
    else await add(model)
    toast.success('Saved')
    setEdited(undefined)
  }

  async function setHidden(model: ManagedModel, isHidden: boolean) {
    setProblem(undefined)
    try {
      await change(model, { ...factsOf(model), isHidden })
      toast.success(`${nameOf(model)} is ${isHidden ? 'hidden' : 'shown'}`)
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  const actions = (model: ManagedModel) => (
    <span className="cluster">
      <Button
        size="small"
        icon={Pencil}
        aria-label={`Change ${nameOf(model)}`}
        onClick={() => setEdited(model)}
      >
        Change
      </Button>
      <Button
        size="small"
        icon={model.isHidden ? Eye : EyeOff}
        aria-label={`${model.isHidden ? 'Show' : 'Hide'} ${nameOf(model)}`}
        onClick={() => setHidden(model, !model.isHidden)}
      >
        {model.isHidden ? 'Show' : 'Hide'}
      </Button>
    </span>
  )
  const columns: Column<ManagedModel>[] = [
    { title: 'Car', cell: car },
    { title: 'Years', cell: years },
    { title: 'Actions', cell: actions },
  ]
  const card = (model: ManagedModel) => (
    <>
      {car(model)}
      <span>{years(model)}</span>
      {actions(model)}
    </>
  )

  return (
    <>
      <DashboardHead page="Vehicles" problem={problem}>
        <Button size="small" icon={Plus} onClick={() => form.current?.focus()}>
          Add a model
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <NumberedList
          list={list}
          params={params}
          setParams={setParams}
          page={page}
          total={toTotalCount(found, ({ count }) => count)}
          noun="models"
          searchedIn="Part of a make, a model or another name"
          renderEmpty={(showInstead) => (
            <EmptyState
              heading="h2"
              title={q ? 'No matching models' : 'No cars yet'}
              actions={q && <Button onClick={() => showInstead({ q: '' })}>Show all</Button>}
            />
          )}
        >
          {(rows) => (
            <DataTable caption="Cars by make and model" rows={rows} columns={columns} card={card} />
          )}
        </NumberedList>
        <ModelForm
          key={edited?._id ?? 'new'}
          heading={form}
          changed={edited}
          onSave={save}
          onCancel={() => setEdited(undefined)}
        />
        <LastChanges />
      </div>
    </>
  )
}

const nameOf = ({ makeName, name }: ManagedModel) => `${makeName} ${name}`

const factsOf = ({ years: all, aliases, isHidden }: ManagedModel): ModelFacts => ({
  years: all,
  aliases,
  isHidden,
})

const car = (model: ManagedModel) => (
  <span>
    <span className="table__main">{nameOf(model)}</span>{' '}
    {model.isHidden && <Badge tone="warn">hidden</Badge>}
    {model.aliases.length > 0 && <small>{model.aliases.join(', ')}</small>}
  </span>
)

const years = (model: ManagedModel) => yearsText(model.years) || 'Not known'

function useVehicleChanges() {
  const client = useQueryClient()
  const lists = [
    manageVehicles.list,
    manageVehicles.count,
    manageVehicles.changes,
    vehicleAddresses.tree,
  ]
  const refresh = () =>
    Promise.all(lists.map((e) => client.invalidateQueries({ queryKey: keyOf(e) })))
  return {
    async add(body: NewModel) {
      await call(manageVehicles.add, { body })
      await refresh()
    },
    async change(
      { make, model, ...seen }: ManagedModel,
      { years: all, aliases, isHidden }: ModelFacts,
    ) {
      try {
        const body = { years: all, aliases, isHidden, seen }
        await call(manageVehicles.change, { params: { make, model }, body })
      } finally {
        // What another admin has changed is shown then.
        await refresh()
      }
    },
  }
}
