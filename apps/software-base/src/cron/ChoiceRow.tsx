import { Fragment, type ReactNode } from 'react'

interface Props<Blank extends string> {
  /** The id of the radio button. */
  readonly id: string
  /** The name of the radio buttons among which this is one. */
  readonly group: string
  readonly checked: boolean
  /** The sentence of the choice; a blank in it is its name in braces. */
  readonly sentence: string
  readonly blankOf: (blank: Blank) => ReactNode
  /** Accessible name of a blank. */
  readonly shownOf: (blank: Blank) => string
  readonly onChoose: () => void
  /** Content below the sentence. */
  readonly children?: ReactNode
}

/** A choice of several, with blanks in its sentence. */
export function ChoiceRow<Blank extends string>(props: Props<Blank>) {
  const { id, group, checked, sentence, blankOf, shownOf, onChoose, children } = props
  // Text, blank, text and so on.
  const parts = sentence.split(/\{(\w+)\}/)
  const words = parts.map((part, index) => (index % 2 === 0 ? part : shownOf(part as Blank)))
  return (
    <div className="cron-choice">
      <input
        type="radio"
        id={id}
        name={group}
        checked={checked}
        aria-label={words.join('')}
        onChange={onChoose}
      />
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <Fragment key={part}>{blankOf(part as Blank)}</Fragment>
        ) : part.trim() === '' ? null : (
          <label key={part} htmlFor={id}>
            {part}
          </label>
        ),
      )}
      {children}
    </div>
  )
}
