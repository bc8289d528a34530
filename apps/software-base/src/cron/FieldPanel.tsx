import type { CronFieldName } from '@atrium/contract/cron'
import { useLanguage } from '@atrium/shared-api'
import { Input } from '@atrium/ui-kit'
import { type ReactNode, useId } from 'react'
import { ChoiceRow } from './ChoiceRow.tsx'
import { type Blank, type Choice, choicesOf, type FieldDraft, limitsOf, type Problem } from './draft.ts'
import { nameOfValue } from './names.ts'
import { useCronText } from './texts/index.ts'
import { ValueGrid } from './ValueGrid.tsx'

/** Placeholders for the blanks in the sentence of a choice. */
const asMarks = Object.fromEntries(
  ['from', 'to', 'start', 'every', 'before', 'near', 'nthDay', 'nth', 'lastDay'].map((blank) => [
    blank,
    `{${blank}}`,
  ]),
)

/** Returns the text key of a choice's sentence. */
function sentenceKey(name: CronFieldName, choice: Choice) {
  switch (choice) {
    case 'none':
      return name === 'day' ? 'choice.byWeek' : 'choice.byDay'
    case 'every':
    case 'range':
    case 'step':
    case 'list':
      return `choice.${name}.${choice}` as const
    default:
      return `choice.${choice}` as const
  }
}

interface Props {
  readonly name: CronFieldName
  readonly field: FieldDraft
  readonly problem: Problem | undefined
  readonly onChange: (change: Partial<FieldDraft>) => void
}

interface BlankProps extends Omit<Props, 'problem' | 'onChange'> {
  readonly blank: Blank
  readonly label: string
  /** Whether the choice that contains the blank is selected. */
  readonly chosen: boolean
  /** Id of the blank's error message, if there is one. */
  readonly problemId: string | undefined
  readonly onEnter: (text: string) => void
}

/** Returns whether a blank is a select. Months, weekdays and ordinals are selected by name, numbers are typed. */
const isSelect = (name: CronFieldName, blank: Blank): boolean =>
  blank === 'nth' || ((name === 'month' || name === 'week') && blank !== 'every')

const ordinals = ['ordinal.1', 'ordinal.2', 'ordinal.3', 'ordinal.4', 'ordinal.5'] as const
const ordinalKey = (nth: number) => ordinals[nth - 1] ?? ordinals[0]

/** Blank for a number in the sentence of a choice. */
function BlankInput({ name, field, blank, label, chosen, problemId, onEnter }: BlankProps) {
  const t = useCronText()
  const language = useLanguage()
  const { min, max } = limitsOf(name, blank)
  const props = {
    'aria-label': label,
    'aria-invalid': problemId !== undefined,
    'aria-describedby': problemId,
    // Blanks of other choices are not in the tab order. Clicking one selects its choice.
    tabIndex: chosen ? 0 : -1,
    value: field.blanks[blank],
  }
  if (!isSelect(name, blank))
    return (
      <Input
        {...props}
        className="cron-number"
        inputMode="numeric"
        error={problemId !== undefined}
        onFocus={() => onEnter(field.blanks[blank])}
        onChange={onEnter}
      />
    )
  return (
    <select
      {...props}
      className="cron-select"
      onFocus={() => onEnter(field.blanks[blank])}
      onChange={({ target }) => onEnter(target.value)}
    >
      {Array.from({ length: max - min + 1 }, (_, index) => min + index).map((value) => (
        <option key={value} value={value}>
          {blank === 'nth' ? t(ordinalKey(value)) : nameOfValue(name, value, language)}
        </option>
      ))}
    </select>
  )
}

/** Shows the choices of a field. The numbers of a choice are blanks in its sentence. */
export function FieldPanel({ name, field, problem, onChange }: Props) {
  const t = useCronText()
  const language = useLanguage()
  const id = useId()
  const problemId = `${id}-problem`
  const wrongBlank = problem && 'blank' in problem ? problem.blank : undefined

  const shownOf = (blank: Blank): string => {
    const value = field.blanks[blank]
    if (!isSelect(name, blank)) return value
    return blank === 'nth' ? t(ordinalKey(Number(value))) : nameOfValue(name, Number(value), language)
  }

  const blankOf = (choice: Choice, blank: Blank): ReactNode => (
    <BlankInput
      name={name}
      field={field}
      blank={blank}
      label={t(`blank.${blank}`)}
      chosen={field.choice === choice}
      problemId={field.choice === choice && wrongBlank === blank ? problemId : undefined}
      onEnter={(text) => {
        if (field.choice !== choice || text !== field.blanks[blank])
          onChange({ choice, blanks: { ...field.blanks, [blank]: text } })
      }}
    />
  )
  return (
    <div role="radiogroup" className="cron-choices" aria-label={t(`field.${name}`)}>
      {choicesOf(name).map((choice) => (
        <ChoiceRow<Blank>
          key={choice}
          id={`${id}-${choice}`}
          group={id}
          checked={field.choice === choice}
          sentence={t(sentenceKey(name, choice), asMarks)}
          blankOf={(blank) => blankOf(choice, blank)}
          shownOf={shownOf}
          onChoose={() => onChange({ choice })}
        >
          {choice === 'list' && field.choice === 'list' && (
            <ValueGrid
              name={name}
              values={field.values}
              label={t(sentenceKey(name, 'list'))}
              onChange={(values) => onChange({ values })}
            />
          )}
          {problem && field.choice === choice && (
            <p id={problemId} className="cron-problem" role="alert">
              {t(`problem.${problem.kind}`, { ...problem })}
            </p>
          )}
        </ChoiceRow>
      ))}
    </div>
  )
}
