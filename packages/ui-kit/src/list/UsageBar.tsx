import type { ReactNode } from 'react'
import './usage-bar.css'

interface UsageBarProps {
  /** Names what is measured, for screen readers. */
  readonly label: string
  readonly used: number
  /** Limit, at least 1. */
  readonly max: number
  /** Text beside the bar. */
  readonly text: string
  /** Replaces the displayed text, for instance with a button. */
  readonly children?: ReactNode
}

/** Share of the limit from which the bar warns that the limit is near. */
const near = 0.8

const levelOf = (used: number, max: number): 'free' | 'near' | 'full' | 'beyond' => {
  if (used > max) return 'beyond'
  if (used === max) return 'full'
  return used >= max * near ? 'near' : 'free'
}

/** A bar that shows how much of a limit is used. Its colour shows how near the limit is, with text next to it. */
export function UsageBar({ label, used, max, text, children = text }: UsageBarProps) {
  return (
    <span className={`usage usage-${levelOf(used, max)}`}>
      <meter aria-label={label} aria-valuetext={text} max={max} value={Math.min(used, max)} />
      {children}
    </span>
  )
}
