/** Chinese input methods and spreadsheets put other signs between addresses than a comma. */
const between = /[,，;；、\t\r\n]+/

/** The e-mail addresses in a text, each once, in their order. Whether they are addresses at all the contract says. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(between)
      .map((address) => address.trim())
      .filter((address) => address !== ''),
  ),
]
