/** Stands where a manual will be: a title and lines. */
export function ManualSkeleton() {
  return (
    <div className="help-skeleton" aria-hidden="true">
      <i className="help-skeleton-title" />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
