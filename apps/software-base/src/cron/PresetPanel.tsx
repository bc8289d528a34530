import { cronRanges } from '@atrium/contract/cron'
import { Input } from '@atrium/ui-kit'
import { useId } from 'react'
import { ChoiceRow } from './ChoiceRow.tsx'
import {
  fieldsOfPreset,
  lastDay,
  type PresetBlank,
  type PresetDraft,
  type PresetKind,
  presetIntervals,
  presetKinds,
} from './preset.ts'
import { useCronText } from './texts/index.ts'

const days = [...Array.from({ length: cronRanges.day.max }, (_, index) => String(index + 1)), lastDay]

/** Last day that every month has. */
const everyMonthHas = 28

const marks = { time: '{time}', every: '{every}', day: '{day}' }

interface Props {
  readonly preset: PresetDraft
  readonly onChange: (change: Partial<PresetDraft>) => void
}

/** Shows the most common schedules as choices. */
export function PresetPanel({ preset, onChange }: Props) {
  const t = useCronText()
  const id = useId()
  const problemId = `${id}-problem`
  const isWrong = preset.kind !== undefined && !fieldsOfPreset(preset)

  const shownDay = (day: string): string => (day === lastDay ? t('preset.lastDay') : t('preset.day', { day }))
  const shownOf = (blank: PresetBlank): string => (blank === 'day' ? shownDay(preset.day) : preset[blank])
  const blankOf = (kind: PresetKind, blank: PresetBlank) => {
    const isChosen = preset.kind === kind
    const change = (text: string) => {
      if (!isChosen || text !== preset[blank]) onChange({ kind, [blank]: text })
    }
    const common = {
      'aria-label': t(`preset.blank.${blank}`),
      // Blanks of other presets are not in the tab order. Clicking one selects its preset.
      tabIndex: isChosen ? 0 : -1,
      value: preset[blank],
      onFocus: () => change(preset[blank]),
    }
    if (blank === 'time')
      return (
        <Input
          {...common}
          className="cron-time"
          aria-invalid={isChosen && isWrong}
          aria-describedby={isChosen && isWrong ? problemId : undefined}
          error={isChosen && isWrong}
          onChange={change}
        />
      )
    return (
      <select {...common} className="cron-select" onChange={({ target }) => change(target.value)}>
        {(blank === 'day' ? days : presetIntervals).map((value) => (
          <option key={value} value={value}>
            {blank === 'day' ? shownDay(String(value)) : value}
          </option>
        ))}
      </select>
    )
  }
  return (
    <div role="radiogroup" className="cron-choices" aria-label={t('presets')}>
      {presetKinds.map((kind) => (
        <ChoiceRow<PresetBlank>
          key={kind}
          id={`${id}-${kind}`}
          group={id}
          checked={preset.kind === kind}
          sentence={t(`preset.${kind}`, marks)}
          blankOf={(blank) => blankOf(kind, blank)}
          shownOf={shownOf}
          onChoose={() => onChange({ kind })}
        >
          {preset.kind === kind && isWrong && (
            <p id={problemId} className="cron-problem" role="alert">
              {t('preset.noTime')}
            </p>
          )}
          {preset.kind === kind && kind === 'monthly' && Number(preset.day) > everyMonthHas && (
            <p className="cron-note">{t('preset.shortMonths', { day: preset.day })}</p>
          )}
        </ChoiceRow>
      ))}
      <p className="cron-note">{t('preset.others')}</p>
    </div>
  )
}
