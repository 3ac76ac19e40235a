import { Plus, X } from 'lucide-react'
import { typedNumberMax } from '#contract/shared/limits.ts'
import { ChoosePart } from '#web/domain/part/choose-part.tsx'
import { FoundBy } from '#web/domain/part/found-by.tsx'
import { severalParts } from '#web/domain/part/several-parts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorLine, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useNumbersToAdd } from './use-numbers-to-add.ts'

/** Adds the smallest order of a part by any of its numbers, typed or scanned one after the other. */
export function AddByNumber() {
  const { field, isEmpty, waiting, missed, shared, added, submit, choose, remove } =
    useNumbersToAdd()

  return (
    <div className="add-by-number">
      <Form onSubmit={submit}>
        <Field
          ref={field}
          label="Add by part number"
          hint="The shop’s, the car maker’s or another maker’s number, or a barcode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={typedNumberMax}
          enterKeyHint="done"
          error={isEmpty ? 'Type a part number' : undefined}
        />
        <Button type="submit" icon={Plus}>
          Add
        </Button>
      </Form>
      {missed.map(({ number, problem }) => (
        <div className="add-by-number__missed" key={number}>
          <ErrorLine>
            {!problem.includes(number) && <b>{`${number}: `}</b>}
            <span>{problem}</span>
          </ErrorLine>
          <IconButton plain icon={X} label={`Remove ${number}`} onClick={() => remove(number)} />
        </div>
      ))}
      {shared.map((each) => (
        <div key={each.number}>
          <p>{severalParts(each.number, each.parts.length)}.</p>
          <ChoosePart
            number={each.number}
            parts={each.parts}
            arePricesPublic
            onChoose={(part) => void choose(each, part)}
          />
        </div>
      ))}
      <output>
        {waiting.length > 0 ? (
          <span className="muted">{`Looking up ${waiting.join(', ')} …`}</span>
        ) : (
          added && (
            <>
              <span>{`${added.part.name} is in the cart. `}</span>
              <FoundBy found={{ via: added.via, partNumber: added.part.partNumber }} />
            </>
          )
        )}
      </output>
    </div>
  )
}
