import type { ReactNode } from 'react'
import './usage-bar.css'

interface UsageBarProps {
  /** What it measures, for screen readers. */
  readonly label: string
  readonly used: number
  /** At least 1. */
  readonly max: number
  /** Text beside the bar. */
  readonly text: string
  /** Shows the text some other way, as on a button. */
  readonly children?: ReactNode
}

/** From what part of a limit on its nearness is shown. */
const near = 0.8

const levelOf = (used: number, max: number): 'free' | 'near' | 'full' | 'beyond' => {
  if (used > max) return 'beyond'
  if (used === max) return 'full'
  return used >= max * near ? 'near' : 'free'
}

/** How much of a limit is used, as a bar in the colour of its nearness, with words beside it. */
export function UsageBar({ label, used, max, text, children = text }: UsageBarProps) {
  return (
    <span className={`usage usage-${levelOf(used, max)}`}>
      <meter aria-label={label} aria-valuetext={text} max={max} value={Math.min(used, max)} />
      {children}
    </span>
  )
}
