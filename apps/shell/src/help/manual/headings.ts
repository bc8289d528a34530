import type { Heading as HeadingNode, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as textOf } from 'mdast-util-to-string'

/** A heading of a manual. */
export interface Heading {
  /** Same in every language, so that a link to a section works in all of them. */
  readonly id: string
  /** Level of the heading. Level 1 is the manual's title. */
  readonly depth: number
  readonly text: string
}

/** Matches the id of a heading, as in `## First sign-in {#first-sign-in}`. */
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
 * Sets the ids of a manual's headings and removes the id marks from the text. The id of a heading without a mark is
 * its position.
 */
export const nameHeadings = (root: Root): readonly Heading[] =>
  root.children.filter((node) => node.type === 'heading').map((node, index) => nameHeading(node, index + 1))

/** Returns the headings of a manual. @param text Markdown */
export const headingsOf = (text: string): readonly Heading[] => nameHeadings(fromMarkdown(text))
