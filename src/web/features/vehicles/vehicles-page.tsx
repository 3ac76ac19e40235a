import { Eye, EyeOff, Pencil, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type ManagedModel,
  manageVehicles,
  type ModelFacts,
  type NewModel,
} from '#contract/vehicles/manage-vehicles.ts'
import { yearsText } from '#contract/vehicles/years.ts'
import { read } from '#web/lib/api/api.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ObjectLog } from '#web/domain/audit/object-log.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useChange } from '#web/domain/use-change.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { ModelForm } from './model-form.tsx'

const list = managedList({
  path: pathTo.vehicles,
  noun: { one: 'model', many: 'models' },
  searchedIn: 'Search make or model',
})

/** The cars that parts may fit: makes and models with their years and other names. */
export function VehiclesPage() {
  const shown = useManagedList(list, {
    rows: (query) => read(manageVehicles.list, { query }),
    counts: (query) => read(manageVehicles.count, { query }),
  })
  const [edited, setEdited] = useState<ManagedModel>()
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLHeadingElement>(null)
  const call = useChange('vehicles', 'auditLog')

  function change({ make, model, ...seen }: ManagedModel, changed: Partial<ModelFacts>) {
    const { years: all, aliases, isHidden } = { ...seen, ...changed }
    const body = { years: all, aliases, isHidden, seen }
    return call(manageVehicles.change, { params: { make, model }, body })
  }

  async function save(model: NewModel) {
    if (edited) await change(edited, model)
    else await call(manageVehicles.add, { body: model })
    toast.success('Saved')
    setEdited(undefined)
  }

  async function setHidden(model: ManagedModel, isHidden: boolean) {
    setProblem(undefined)
    try {
      await change(model, { isHidden })
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

  return (
    <>
      <DashboardHead page="Vehicles" problem={problem}>
        <Button size="small" icon={Plus} onClick={() => form.current?.focus()}>
          Add a model
        </Button>
      </DashboardHead>
      <div className="stack stack--wide">
        <ManagedTable
          shown={shown}
          caption="Cars by make and model"
          columns={columns}
          renderEmpty={(showInstead) => (
            <EmptyState
              heading="h2"
              title={shown.params.q ? 'No matching models' : 'No cars yet'}
              actions={
                shown.params.q && <Button onClick={() => showInstead({ q: '' })}>Show all</Button>
              }
            />
          )}
        />
        <ModelForm
          key={edited?._id ?? 'new'}
          heading={form}
          changed={edited}
          onSave={save}
          onCancel={() => setEdited(undefined)}
        />
        <ObjectLog about="vehicle" />
      </div>
    </>
  )
}

const nameOf = ({ makeName, name }: ManagedModel) => `${makeName} ${name}`

const car = (model: ManagedModel) => (
  <span>
    <span className="table__main">{nameOf(model)}</span>{' '}
    {model.isHidden && <Badge tone="warn">hidden</Badge>}
    {model.aliases.length > 0 && <small>{model.aliases.join(', ')}</small>}
  </span>
)

const years = (model: ManagedModel) => yearsText(model.years) || 'Not known'
