import { IconDown } from '@arco-design/web-react/icon'
import { focusedElement } from '@atrium/shared-api'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './two-panes.css'

export interface TwoPanesProps {
  /** Card with the list or tree to choose from. */
  readonly choice: ReactNode
  /** Kind of the chosen item in a word or two, such as 'Study'. */
  readonly label: string
  /** Name of the chosen item; '' if there is none, undefined until that is known. */
  readonly chosen: string | undefined
  /** Whether the choice is open when there is no room for both cards. It is always open while nothing is chosen. */
  readonly open: boolean
  /** Opens and closes the choice. The page closes it once the user has chosen an item. */
  readonly onOpen: (open: boolean) => void
  /** Card about the chosen item. */
  readonly children: ReactNode
}

/**
 * Two cards side by side. The user chooses an item in the left card; the right card shows its details. Below 1200 px
 * the cards are stacked, and the left one folds into a button with the chosen item's name.
 */
export function TwoPanes({ choice, label, chosen, open, onOpen, children }: TwoPanesProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const isOpen = open || chosen === ''
  useLayoutEffect(() => {
    // The focused element is about to be hidden. If both cards fit, the button is hidden and cannot take the focus.
    if (!isOpen && pane.current?.contains(focusedElement())) button.current?.focus()
  }, [isOpen])
  return (
    <div className="two-panes">
      <div className="two-panes-choice" data-open={isOpen}>
        {chosen !== '' && (
          <button
            ref={button}
            type="button"
            className="two-panes-fold"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => onOpen(!isOpen)}
          >
            <span className="two-panes-label">{label}</span>
            <span className="two-panes-chosen" title={chosen}>
              {chosen}
            </span>
            <IconDown aria-hidden="true" />
          </button>
        )}
        <div id={id} ref={pane} className="two-panes-card">
          {choice}
        </div>
      </div>
      <div className="two-panes-card">{children}</div>
    </div>
  )
}
