import { IconDragDotVertical } from '@arco-design/web-react/icon'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pageScope } from '@atrium/shared-api'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import './reorder.css'

/** Drop position of a dragged item: an edge of another item. */
interface DropTarget {
  readonly id: string
  readonly edge: 'before' | 'after'
}

interface ReorderOptions {
  /** Returns the siblings of an item in their order, including the item itself. */
  readonly siblingsOf: (id: string) => readonly string[]
  /** Returns the last item that belongs to an item; the item itself by default. */
  readonly lastOf?: (id: string) => string
  /** Receives an item and its new position among its siblings, from 1. */
  readonly onMove: (id: string, position: number) => void
}

/**
 * Makes an item draggable by a handle.
 * @returns a function that undoes this
 */
export type RegisterHandle = (handle: HTMLElement, id: string) => () => void

const mark = 'data-reorder'

const itemOf = (handle: Element): HTMLElement | null => handle.closest<HTMLElement>('tr, li')

/** Returns the vertical middle of an item's element; undefined if it is not rendered, as for rows out of view. */
function middleOf(id: string, { lastOf = (own) => own }: ReorderOptions): number | undefined {
  const boxOf = (one: string) => {
    const handle = pageScope().querySelector(`[${mark}="${CSS.escape(one)}"]`)
    return handle && itemOf(handle)?.getBoundingClientRect()
  }
  const first = boxOf(id)
  const last = boxOf(lastOf(id)) ?? first
  return first && last ? (first.top + last.bottom) / 2 : undefined
}

/** Returns the other siblings of a dragged item, and its position among them at the pointer. */
function positionAt(id: string, y: number, options: ReorderOptions) {
  const others = options.siblingsOf(id).filter((other) => other !== id)
  const middles = others.map((other) => middleOf(other, options))
  const firstDrawn = middles.findIndex((middle) => middle !== undefined)
  const above = middles.filter((middle, index) => (middle === undefined ? index < firstDrawn : middle < y))
  return { others, position: above.length + 1 }
}

function dropAt(id: string, y: number, options: ReorderOptions): DropTarget | undefined {
  const { others, position } = positionAt(id, y, options)
  if (options.siblingsOf(id)[position - 1] === id) return undefined
  const next = others[position - 1]
  const last = others.at(-1)
  if (next !== undefined) return { id: next, edge: 'before' }
  return last === undefined ? undefined : { id: options.lastOf?.(last) ?? last, edge: 'after' }
}

/** Sorts items of a list or rows of a table by dragging their `DragHandle`s. Escape cancels a drag. */
export function useReorder(options: ReorderOptions) {
  const owner = useId()
  const latest = useRef(options)
  latest.current = options
  const [dragged, setDragged] = useState<string>()
  const [drop, setDrop] = useState<DropTarget>()
  const [register] = useState(() => (handle: HTMLElement, id: string) => {
    const item = itemOf(handle)
    if (!item) return () => undefined
    return combine(
      draggable({
        element: handle,
        getInitialData: () => ({ owner }),
        onGenerateDragPreview: ({ nativeSetDragImage, location }) => {
          const { left, top } = item.getBoundingClientRect()
          const { clientX, clientY } = location.current.input
          nativeSetDragImage?.(item, clientX - left, clientY - top)
        },
        onDragStart: () => setDragged(id),
        onDrag: ({ location }) => {
          const target = dropAt(id, location.current.input.clientY, latest.current)
          setDrop((before) => (before?.id === target?.id && before?.edge === target?.edge ? before : target))
        },
        onDrop: ({ location }) => {
          setDragged(undefined)
          setDrop(undefined)
          const { dropTargets, input } = location.current
          if (dropTargets.length === 0) return
          latest.current.onMove(id, positionAt(id, input.clientY, latest.current).position)
        },
      }),
      dropTargetForElements({ element: item, canDrop: ({ source }) => source.data.owner === owner }),
    )
  })
  return { dragged, drop, register }
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

interface DragHandleProps {
  /** Id of the item, unique on the page. */
  readonly id: string
  /** Accessible name of the handle. */
  readonly label: string
  /** Tooltip that explains how to use the handle. */
  readonly title: string
  readonly register: RegisterHandle
  /** Moves the item up or down by one, for keyboard users. */
  readonly onStep: (step: number) => void
}

/** A handle for dragging an item, or for moving it with the arrow keys. */
export function DragHandle({ id, label, title, register, onStep }: DragHandleProps) {
  const handle = useRef<HTMLButtonElement>(null)
  useEffect(() => (handle.current ? register(handle.current, id) : undefined), [register, id])
  const nudge = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onStep(step)
  }
  return (
    <button
      ref={handle}
      type="button"
      className="icon-button drag-handle"
      aria-label={label}
      title={title}
      onKeyDown={nudge}
      {...{ [mark]: id }}
    >
      <IconDragDotVertical aria-hidden="true" />
    </button>
  )
}
