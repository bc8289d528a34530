import type { ReactNode } from 'react'
import './usage-bar.css'

interface UsageBarProps {
  /** What it is of, for those who do not see where it stands. */
  readonly label: string
  readonly used: number
  /** At least 1. */
  readonly most: number
  /** What is said of it beside the bar. */
  readonly text: string
  /** Shows the text some other way, as on a button. */
  readonly children?: ReactNode
}

/** From what part of a limit on its nearness is shown. */
const near = 0.8

const levelOf = (used: number, most: number): 'free' | 'near' | 'full' | 'beyond' => {
  if (used > most) return 'beyond'
  if (used === most) return 'full'
  return used >= most * near ? 'near' : 'free'
}

/** How much of a limit is used, as a bar in the colour of its nearness, with words beside it. */
export function UsageBar({ label, used, most, text, children = text }: UsageBarProps) {
  return (
    <span className={`usage usage-${levelOf(used, most)}`}>
      <meter aria-label={label} aria-valuetext={text} max={most} value={Math.min(used, most)} />
      {children}
    </span>
  )
}
