/** Shortens a product's name that contains its abbreviation, such as `Electronic Data Capture (EDC)`. */
export const inShort = (name: string): string => /[(（]([^()（）]+)[)）]$/.exec(name)?.[1] ?? name

/** A product's name in a table. The column shows the short form if the full name does not fit. */
export function ShortenedName({ name }: { readonly name: string }) {
  const short = inShort(name)
  if (short === name) return name
  return (
    <>
      <span className="whole-name">{name}</span>
      <abbr className="short-name" title={name}>
        {short}
      </abbr>
    </>
  )
}
