/** SVG path of each kind, in a box of 24 by 24. */
const signs = {
  pdf: 'M8 17c3-2 5-6 4.5-8-1-1-1.5.5-.5 2.5 1 2 3 3.5 4.5 3.5 1.5-1-4-.5-8.5 2Z',
  sheet: 'M7.5 11h9v7h-9zM7.5 14.5h9M11 11v7',
  document: 'M8 11h8M8 14h8M8 17h5',
  slides: 'M7.5 11h9v5.5h-9zM12 16.5V19',
  image: 'M7.5 18l3-4.5 2 2.5 1.5-2 2.5 4zM15.5 11.5h.01',
  media: 'M10 11.5v6l5-3z',
  archive: 'M12 8v1.5M12 11v1.5M12 14v1.5M10.5 17h3v2h-3z',
  data: 'M10 11l-2.5 3.5L10 18M14 11l2.5 3.5L14 18',
  other: 'M8 17h8',
} as const

type Kind = keyof typeof signs

/** File extensions of each kind. */
const extensions: Readonly<Record<Exclude<Kind, 'other'>, readonly string[]>> = {
  pdf: ['pdf', 'ofd'],
  sheet: ['xlsx', 'xls', 'csv', 'tsv', 'ods', 'et'],
  document: ['docx', 'doc', 'odt', 'rtf', 'txt', 'md', 'wps'],
  slides: ['pptx', 'ppt', 'odp', 'dps'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'tif', 'tiff', 'bmp', 'heic', 'dcm'],
  media: ['mp4', 'mov', 'avi', 'mkv', 'webm', 'mp3', 'wav', 'm4a'],
  archive: ['zip', 'rar', '7z', 'gz', 'tgz', 'tar'],
  data: ['xml', 'json', 'html', 'xpt', 'sas7bdat', 'sql', 'yaml'],
}

/** Returns the kind of a file, judged by its extension. */
export function kindOf(fileName: string): Kind {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const found = Object.entries(extensions).find(([, list]) => list.includes(extension))
  return found ? (found[0] as Kind) : 'other'
}

/**
 * Shows an icon for the file's kind. Hidden from screen readers, because the name beside the icon has the same
 * information.
 */
export function FileIcon({ fileName }: { readonly fileName: string }) {
  const kind = kindOf(fileName)
  return (
    <svg className={`file-icon file-icon-${kind}`} viewBox="0 0 24 24" aria-hidden="true">
      <path
        className="file-icon-page"
        d="M6 2.5h8.5L19 7v13a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20V4a1.5 1.5 0 0 1 1-1.5Z"
      />
      <path d="M14.5 2.5V7H19" />
      <path d={signs[kind]} />
    </svg>
  )
}
