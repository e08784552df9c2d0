import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/** A node of the syntax tree (ESTree with JSX). */
interface Node {
  type: string
  start: number
  value?: unknown
  expression?: Node
  consequent?: Node
  alternate?: Node
  right?: Node
  operator?: string
  children?: Node[]
}

/** An element, nothing, or a further condition about one of them. */
const isElementOrNone = (node: Node | undefined): boolean =>
  node?.type.startsWith('JSX') ||
  (node?.type === 'Literal' && node.value === null) ||
  (node?.type === 'ConditionalExpression' && (isElementOrNone(node.consequent) || isElementOrNone(node.alternate)))

const isText = (node: Node | undefined): boolean =>
  node !== undefined &&
  ((node.type === 'JSXText' && String(node.value).trim() !== '') ||
    node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node.value === 'string') ||
    (node.type === 'ConditionalExpression' &&
      (isText(node.consequent) || isText(node.alternate)) &&
      !isElementOrNone(node.consequent) &&
      !isElementOrNone(node.alternate)) ||
    (node.type === 'JSXExpressionContainer' && isText(node.expression) && node.expression?.value !== ' '))

/** Whether a child comes and goes, or is a text at one time and an element at another. */
const isConditional = ({ type, expression }: Node): boolean =>
  type === 'JSXExpressionContainer' &&
  ((expression?.type === 'LogicalExpression' && expression.operator === '&&') ||
    expression?.type === 'ConditionalExpression') &&
  !isText(expression)

const holdsText = ({ expression }: Node) =>
  isText(expression?.consequent) || isText(expression?.alternate) || isText(expression?.right)

const isSpace = (node: Node) => node.type === 'JSXText' && !isText(node)

/** Elements in which React would have to find a bare text again, to remove it or to put something before it. */
function bareTexts(code: string): number[] {
  const found: number[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { children, start } = node as Node
    const seen = children?.filter(child => !isSpace(child)) ?? []
    const conditional = seen.filter(isConditional)
    if (seen.length > 1 && conditional.length > 0 && (seen.some(isText) || conditional.some(holdsText)))
      found.push(start)
    Object.values(node).forEach(visit)
  }
  visit(parseAst(code, { lang: 'tsx' }))
  return found.map(at => code.slice(0, at).split('\n').length)
}

test('the check sees text beside what comes and goes', () => {
  expect(bareTexts('<p>Hello {x ? <b /> : null}</p>')).toEqual([1])
  expect(bareTexts('<p>{x ? <b /> : null}{`a`}</p>')).toEqual([1])
  expect(bareTexts("<p>{x && 'a'}<b /></p>")).toEqual([1])
  expect(bareTexts("<p>{x ? 'a' : <b />}<b /></p>")).toEqual([1])
  expect(bareTexts("<p>Hello {x ? 'a' : 'b'} <b /></p>")).toEqual([])
  expect(bareTexts('<p><span>Hello</span> {x ? <b /> : null}</p>')).toEqual([])
})

/**
 * A browser that translates a page replaces each text by elements of its own. React then fails to remove the text, or to put
 * something before it, and the screen is gone. In a <span> of its own the text can become old, but nothing breaks.
 */
test('no text stands bare beside what comes and goes', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(name => /(?<!\.test)\.tsx$/.test(name))
  const found = files.flatMap(file => bareTexts(readFileSync(`src/${file}`, 'utf8')).map(line => `src/${file}:${line}`))
  expect(found).toEqual([])
})
