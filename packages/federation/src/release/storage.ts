import { extname } from 'node:path'

/** Stores the files of releases under paths such as `<name>/<version>/<file>`. */
export interface ReleaseStorage {
  /** The storage as named on the command line. */
  readonly name: string
  /**
   * Whether each file is stored only once, in the encoding in which it is sent. Otherwise compressed copies are
   * stored next to the file.
   */
  readonly storesOneForm: boolean
  /** Returns the content of a file; undefined if there is none. */
  read(path: string): Promise<Buffer | undefined>
  /**
   * Creates a file.
   * @returns false if it already exists; it then remains unchanged
   */
  create(path: string, file: StoredFile): Promise<boolean>
  /** Creates or replaces a file. */
  put(path: string, file: StoredFile): Promise<void>
}

export interface StoredFile {
  readonly content: Buffer
  /** Compression of the content, if the storage keeps only one form of a file. */
  readonly encoding?: 'br' | 'gzip' | undefined
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.sig': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Returns the media type of a file by its extension. */
export const typeOf = (path: string): string => types[extname(path)] ?? 'application/octet-stream'
