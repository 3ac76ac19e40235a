interface ChangedField {
  field: string
  before: string | null
  after: string | null
}

/** Fields of a log with their old and new values. */
export const ChangedFields = ({ changes }: { changes: readonly ChangedField[] }) => (
  <dl className="changes">
    {changes.map(({ field, before, after }) => (
      <div key={field}>
        <dt>{field}</dt>
        <dd>
          {before && (
            <>
              <del>{before}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          <ins>{after ?? <i>nothing</i>}</ins>
        </dd>
      </div>
    ))}
  </dl>
)
