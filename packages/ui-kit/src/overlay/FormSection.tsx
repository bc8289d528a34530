import { focusedElement } from '@atrium/shared-api'
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import './form-section.css'

interface FormSectionProps {
  readonly title: string
  /** Whether its fields are visible at first. Hidden fields are also part of the form. */
  readonly open: boolean
  readonly children: ReactNode
}

/**
 * A part of a long form under a heading that folds it. It unfolds automatically when it contains an error, so that
 * the user sees the error.
 */
export function FormSection({ title, open, children }: FormSectionProps) {
  const section = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const details = section.current
    if (!details) return
    details.open = open
    // Open the element directly, before the next frame, in which the first error gets the focus.
    const observer = new MutationObserver(() => {
      if (details.querySelector('.arco-form-item-error')) details.open = true
    })
    observer.observe(details, { subtree: true, childList: true, attributeFilter: ['class'] })
    return () => observer.disconnect()
  }, [open])
  /** Scrolls an opened section into view as far as it fits. */
  const scrollToSection = ({ currentTarget: details }: SyntheticEvent<HTMLDetailsElement>) => {
    if (details.open && details.contains(focusedElement())) details.scrollIntoView({ block: 'nearest' })
  }
  return (
    <details ref={section} className="form-section" onToggle={scrollToSection}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {children}
    </details>
  )
}
