import type { Heading as HeadingNode, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as textOf } from 'mdast-util-to-string'

/** A heading of a manual. */
export interface Heading {
  /** The same in every language, so that a link to a section works in each. */
  readonly id: string
  /** 1 is the manual's title. */
  readonly depth: number
  readonly text: string
}

/** Matches a heading's own id, as in `## First sign-in {#first-sign-in}`. */
const ownId = /\s*\{#([\w-]+)\}\s*$/

function nameHeading(node: HeadingNode, position: number): Heading {
  const last = node.children.at(-1)
  const found = last?.type === 'text' ? ownId.exec(last.value) : null
  if (last?.type === 'text' && found) last.value = last.value.slice(0, found.index)
  const id = found?.[1] ?? `section-${position}`
  node.data = { ...node.data, hProperties: { id } }
  return { id, depth: node.depth, text: textOf(node) }
}

/**
 * Sets the ids of a manual's headings and removes their marks from the text. Headings without a mark get
 * their position as id.
 */
export const nameHeadings = (root: Root): readonly Heading[] =>
  root.children.filter((node) => node.type === 'heading').map((node, index) => nameHeading(node, index + 1))

/** Returns the headings of a manual. @param text Markdown */
export const headingsOf = (text: string): readonly Heading[] => nameHeadings(fromMarkdown(text))
