import * as z from 'zod/mini'
import { requiredText } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** As many as every file system takes, also in Chinese: most count 255 bytes or 255 units of UTF-16. */
const longestFileName = 200

/**
 * What no name of a file holds: parts of paths, what Windows does not take, control characters, and those that turn the
 * direction of what follows, so that `gpj.exe` reads as `exe.jpg`.
 */
const forbidden = /[/\\<>:"|?*\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u

/** Names that mean devices on Windows, whatever their extension, and those that end in a dot. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)|\.$/i

/** The name of a file that is kept: a plain one in any language, which every system can save it under. */
export const newFileName = z.pipe(
  requiredText(longestFileName).check(
    z.refine((name) => !forbidden.test(name), textKey('file.rule.fileName')),
    z.refine((name) => !reserved.test(name), textKey('file.rule.fileNameReserved')),
  ),
  // As macOS writes names they would not be found by what others type.
  z.transform((name: string) => name.normalize('NFC')),
)

/** A file that a product has stored. */
export const ListedFile = z.object({
  /** The same as `nodeId`. */
  id: z.string(),
  nodeId: z.string(),
  fileName: z.string(),
  /** In bytes. */
  size: z.number(),
  /** The size in words, such as `1.5 MB`. */
  fileSizeStr: z.string(),
  /** The checksum of its content, in hexadecimal digits. */
  sha256: z.string(),
  softId: z.string(),
  /** The names of product and tenant in the caller's language; the tenant's is '' for a file of the platform. */
  softName: z.string(),
  tenantName: z.string(),
  createTime: z.string(),
})
export type ListedFile = z.output<typeof ListedFile>
