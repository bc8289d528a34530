import ts from 'typescript'

/** Attributes with a value that users read or hear. */
const spokenAttributes = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'aria-label',
  'description',
  'content',
  'okText',
  'cancelText',
  'extra',
  'tooltip',
])

const hasWords = (text: string): boolean => /\p{L}{2,}/u.test(text) || /\p{Script=Han}/u.test(text)

/**
 * Returns texts that are written into a component instead of a file of texts.
 * @param source the component's source (TSX)
 * @returns `line: text` of each
 */
export const literalTexts = (fileName: string, source: string): string[] => {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const report = (node: ts.Node, text: string) =>
    found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text.trim()}`)

  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWords(node.text)) report(node, node.text)
    if (
      ts.isJsxAttribute(node) &&
      spokenAttributes.has(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      hasWords(node.initializer.text)
    ) {
      report(node, node.initializer.text)
    }
    // Any Chinese in code is a text.
    if (ts.isStringLiteralLike(node) && /\p{Script=Han}/u.test(node.text)) report(node, node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
