import { pageScope } from '@atrium/shared-api'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

/** Mark of a tab, shown as a dot next to its label. */
interface TabMark {
  readonly tone: 'bad' | 'info'
  /** Meaning of the dot. */
  readonly label: string
}

export interface Tab {
  readonly key: string
  readonly label: string
  readonly mark?: TabMark | undefined
}

export interface TabsProps {
  readonly tabs: readonly Tab[]
  /** Key of the tab that is shown. */
  readonly shown: string
  readonly onShow: (key: string) => void
  /** Accessible name of the tabs. */
  readonly label: string
  readonly panelClassName?: string
  /** Content of the tab that is shown. */
  readonly children: ReactNode
}

/** Position that each key moves to, given the positions of the current and the last tab. */
const steps: Readonly<Record<string, (position: number, last: number) => number>> = {
  ArrowLeft: (position, last) => (position === 0 ? last : position - 1),
  ArrowRight: (position, last) => (position === last ? 0 : position + 1),
  Home: () => 0,
  End: (_, last) => last,
}

const Mark = ({ tone, label }: TabMark) => (
  <span className={`tab-mark tab-mark-${tone}`} role="img" aria-label={label} title={label} />
)

/** Tabs over one panel. They are one stop in the tab order; arrow keys move between them. */
export function Tabs({ tabs, shown, onShow, label, panelClassName, children }: TabsProps) {
  const id = useId()
  const move = (event: KeyboardEvent): void => {
    const position = tabs.findIndex(({ key }) => key === shown)
    const next = tabs[steps[event.key]?.(position, tabs.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    onShow(next.key)
    pageScope().getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <>
      <div role="tablist" className="tabs" aria-label={label}>
        {tabs.map(({ key, label, mark }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === shown}
            aria-controls={`${id}-panel`}
            tabIndex={key === shown ? 0 : -1}
            onClick={() => onShow(key)}
            onKeyDown={move}
          >
            {label}
            {mark && <Mark {...mark} />}
          </button>
        ))}
      </div>
      <div role="tabpanel" className={panelClassName} id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  )
}
