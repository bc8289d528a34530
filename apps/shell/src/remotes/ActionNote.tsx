import './action-note.css'

interface ActionNoteProps {
  readonly className: 'earlier-release' | 'safe-mode' | 'session-note'
  readonly text: string
  readonly action: string
  readonly onAction: () => void
}

/** A line above its subject that states a fact and offers an action. */
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
