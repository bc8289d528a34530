import './screen-skeleton.css'

/** Stands where a screen will be while its module is fetched: title, filters, table. */
export function ScreenSkeleton() {
  return (
    <div className="screen-skeleton" aria-hidden="true">
      <i className="screen-title" />
      <i className="screen-line" />
      <div className="screen-card">
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
