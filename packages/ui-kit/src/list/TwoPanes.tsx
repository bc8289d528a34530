import { IconDown } from '@arco-design/web-react/icon'
import { focusedElement } from '@atrium/shared-api'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './two-panes.css'

export interface TwoPanesProps {
  /** The card with the list or tree to choose from. */
  readonly choice: ReactNode
  /** What is chosen, in a word or two, such as 'Study'. */
  readonly label: string
  /** The name of what is chosen; '' if nothing is, undefined until that is known. */
  readonly chosen: string | undefined
  /** Whether the choice is open if there is no room for both cards. It is open while nothing is chosen. */
  readonly open: boolean
  /** Opens and closes the choice; the page closes it when the user has chosen. */
  readonly onOpen: (open: boolean) => void
  /** The card about the chosen item. */
  readonly children: ReactNode
}

/**
 * Two cards side by side: an item is chosen in the left one, and the right one shows what belongs to it. Below 1200 px
 * they are stacked, and the left one folds into a button with the chosen item's name.
 */
export function TwoPanes({ choice, label, chosen, open, onOpen, children }: TwoPanesProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const isOpen = open || chosen === ''
  useLayoutEffect(() => {
    // What had the focus goes out of sight; where both cards are in sight the button is not, and takes none.
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
