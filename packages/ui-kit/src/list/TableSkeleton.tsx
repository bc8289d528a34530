import { useKitText } from '../texts/index.ts'

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The shape of a table, until its first rows are there. */
export function TableSkeleton() {
  const t = useKitText()
  return (
    <div className="table-skeleton" role="status" aria-label={t('list.loading')}>
      {lines.map((line) => (
        <div key={line} className="table-skeleton-row">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
