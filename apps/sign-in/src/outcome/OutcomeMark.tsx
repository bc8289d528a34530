import './outcome.css'

interface Props {
  readonly kind: 'done' | 'failed' | 'waiting'
}

/** Says at a glance how something ended. */
export function OutcomeMark({ kind }: Props) {
  return (
    <svg className={`outcome-mark outcome-${kind}`} viewBox="0 0 56 56" aria-hidden="true">
      <circle cx="28" cy="28" r="25" />
      {kind === 'done' && <path d="m18 28.5 7 7L38.5 21.5" />}
      {kind === 'failed' && <path d="M28 17v14M28 38.5v.2" />}
    </svg>
  )
}
