export interface Column {
  readonly title: string
  /** Share of the table's width in percent; the others share the rest. */
  readonly width?: number
}

/** A row of a section. */
export interface DocumentRow {
  readonly cells: readonly string[]
  /** `bad` failed, `warning` needs a judgement, `blank` is to be filled in by hand. */
  readonly tone?: 'bad' | 'warning' | 'blank' | undefined
}

export interface Section {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly columns: readonly Column[]
  readonly rows: readonly DocumentRow[]
}

/** A validation pack in one language, before it is drawn. */
export interface PackDocument {
  readonly language: 'zh' | 'en'
  readonly title: string
  /** Text at the foot of each printed page. */
  readonly footer: string
  readonly cover: readonly (readonly [name: string, value: string])[]
  /** Title of the table of contents. */
  readonly contents: string
  readonly sections: readonly Section[]
  /** Text of a section without rows. */
  readonly none: string
}
