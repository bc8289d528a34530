import './action-note.css'

interface ActionNoteProps {
  readonly className: 'earlier-release' | 'safe-mode' | 'session-note' | 'product-sign-in-note'
  readonly text: string
  readonly action: string
  readonly onAction: () => void
}

/** Line that states a fact and offers an action, shown above the content it belongs to. */
export function ActionNote({ className, text, action, onAction }: ActionNoteProps) {
  return (
    <div className={className} role="status">
      {text}
      <button type="button" className="note-action" onClick={onAction}>
        {action}
      </button>
    </div>
  )
}
