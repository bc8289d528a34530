import type { Root } from 'mdast'
import Markdown from 'react-markdown'
import { headingParts } from './headingParts.tsx'
import { nameHeadings } from './headings.ts'
import { ManualLink } from './ManualLink.tsx'
import { ManualPicture } from './ManualPicture.tsx'

// Answers nothing: an answer would take the tree's place.
const plugins = [() => (tree: Root) => void nameHeadings(tree)]

const parts = { ...headingParts, a: ManualLink, img: ManualPicture }

/** A manual's Markdown. HTML in it stays text, and addresses that a browser would run are dropped. */
export function ManualText({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={plugins} components={parts}>
      {text}
    </Markdown>
  )
}
