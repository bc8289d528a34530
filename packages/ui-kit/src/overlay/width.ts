import type { CSSProperties } from 'react'

/** A dialog's width in pixels as a variable, which the style sheet overrides on phones. */
export const widthOf = (width: number): CSSProperties => Object({ '--dialog-width': `${width}px` })
