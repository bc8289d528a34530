/** Chinese input methods and spreadsheets put other signs between addresses than a comma. */
const between = /[,，;；、\t\r\n]+/

/** Returns the e-mail addresses in a text, each once, in order. The contract validates them. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(between)
      .map((address) => address.trim())
      .filter((address) => address !== ''),
  ),
]
