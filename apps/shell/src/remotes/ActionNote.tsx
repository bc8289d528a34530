import './action-note.css'

interface ActionNoteProps {
  readonly className: 'earlier-release' | 'safe-mode' | 'session-note'
  readonly text: string
  readonly action: string
  readonly onAction: () => void
}

/** A line over what it is about, which says what is so there and what can be done about it. */
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
