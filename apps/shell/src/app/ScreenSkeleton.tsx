import './screen-skeleton.css'

/** Shown while a screen's module is fetched: title, filters and table. */
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
