/** The page's own first skeleton (html/signed-in.html) once more, until user and frame are here. */
export function FrameSkeleton() {
  return (
    <div className="sk sk-in" aria-hidden="true">
      <div className="sk-bar">
        <i className="sk-logo" />
      </div>
      <div className="sk-menu">
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="sk-content">
        <i className="sk-title" />
        <div className="sk-panel" />
      </div>
    </div>
  )
}
