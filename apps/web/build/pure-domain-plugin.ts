import type { Plugin } from 'vite'

/**
 * Lets a page that takes a function or a limit from a domain file do without the zod schemas beside it (20 KB): every
 * `const x = call(…)` at a domain file's top level is marked as having no effects, so it is dropped where it is unused.
 */
export function pureDomainPlugin(): Plugin {
  return {
    name: 'barkyard-pure-domain',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /packages[\\/]domain[\\/](src|dist)[\\/]/ },
      handler(code) {
        const calls = this.parse(code).body.flatMap(statement => {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') return []
          return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
        })
        let marked = code
        for (const { start, end } of calls.reverse()) {
          marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => ${marked.slice(start, end)})()${marked.slice(end)}`
        }
        // Lines stay where they were, so there is nothing to map.
        return { code: marked, map: null, moduleSideEffects: false }
      },
    },
  }
}
