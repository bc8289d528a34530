import { type CronFieldName, cronFieldNames } from '@atrium/contract/cron'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

interface Props {
  readonly shown: CronFieldName
  readonly onShow: (name: CronFieldName) => void
  /** The fields in which something is wrong. */
  readonly wrong: ReadonlySet<CronFieldName>
  /** The panel of the tab that is shown. */
  readonly children: ReactNode
}

const last = cronFieldNames.length - 1

/** Where a key leads from a tab, by the tab's position. */
const steps: Readonly<Record<string, (position: number) => number>> = {
  ArrowLeft: (position) => (position === 0 ? last : position - 1),
  ArrowRight: (position) => (position === last ? 0 : position + 1),
  Home: () => 0,
  End: () => last,
}

/** The fields of an expression as tabs: one stop of the tab order, arrows go from one to the next. */
export function CronTabs({ shown, onShow, wrong, children }: Props) {
  const t = useSoftwareBaseText()
  const id = useId()
  const move = (event: KeyboardEvent): void => {
    const next = cronFieldNames[steps[event.key]?.(cronFieldNames.indexOf(shown)) ?? -1]
    if (!next) return
    event.preventDefault()
    onShow(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      <div role="tablist" className="cron-tabs" aria-label={t('cron.fields')}>
        {cronFieldNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === shown}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => onShow(name)}
            onKeyDown={move}
          >
            {t(`cron.field.${name}`)}
            {wrong.has(name) && (
              <span
                className="cron-tab-wrong"
                role="img"
                aria-label={t('cron.wrong')}
                title={t('cron.wrong')}
              />
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" className="cron-panel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  )
}
