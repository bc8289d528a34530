import { Fragment, type ReactNode } from 'react'

interface Props<Blank extends string> {
  /** Id of the radio button. */
  readonly id: string
  /** Name of the group of radio buttons. */
  readonly group: string
  readonly checked: boolean
  /** Sentence of the choice. It contains the names of its blanks in braces. */
  readonly sentence: string
  readonly blankOf: (blank: Blank) => ReactNode
  /** Returns the text of a blank for the accessible name. */
  readonly shownOf: (blank: Blank) => string
  readonly onChoose: () => void
  /** Content below the sentence. */
  readonly children?: ReactNode
}

/** Renders one of several choices, with blanks in its sentence. */
export function ChoiceRow<Blank extends string>(props: Props<Blank>) {
  const { id, group, checked, sentence, blankOf, shownOf, onChoose, children } = props
  // Alternates between text and blanks.
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
