/** The look of the reference in both themes: the product's colours over Swagger UI's own style. */
export const REFERENCE_STYLE = `
:root{--paper:#fffbf4;--card:#fff;--ink:#2b211b;--quiet:#6b5b50;--grass:#2a7a4b;--on-grass:#fff;--collar:#b23c21;--border:#917c6b;--line:#e6dccd;--code:#f5eee2;color-scheme:light}
:root.dark{--paper:#121c17;--card:#1b2821;--ink:#edf3ec;--quiet:#a9b8ac;--grass:#7fd69a;--on-grass:#10200f;--collar:#ff8a6b;--border:#748779;--line:#2c3c33;--code:#22322a;color-scheme:dark}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Figtree,system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:12px;max-width:1080px;margin:0 auto;padding:16px 20px}
header nav{display:flex;gap:16px}
.logo{display:inline-flex;align-items:center;gap:10px;color:var(--ink);text-decoration:none;font:600 22px Fredoka,ui-rounded,system-ui,sans-serif}
a,#reference .swagger-ui .info a{color:var(--grass)}
:focus-visible{outline:3px solid var(--grass);outline-offset:2px}
#reference .swagger-ui{color:var(--ink);font-family:Figtree,system-ui,sans-serif}
#reference .swagger-ui .wrapper{max-width:1080px}
#reference .swagger-ui .information-container,#reference .swagger-ui .scheme-container{background:transparent;box-shadow:none}
#reference .swagger-ui .scheme-container{overflow-x:clip}
#reference .swagger-ui .info{margin:12px 0 24px}
#reference .swagger-ui .info .markdown{max-width:78ch}
#reference .swagger-ui :is(h1,h2,h3,h4,h5,.title,.opblock-tag){color:var(--ink);font-family:Fredoka,ui-rounded,system-ui,sans-serif;font-weight:600}
#reference .swagger-ui .info .title small:is(small,.version-stamp){background:var(--grass)}
#reference .swagger-ui .info .title small pre{color:var(--on-grass)}
#reference .swagger-ui :is(p,li,td,th,label,small,table thead tr th,.parameter__name,.parameter__type,.parameter__in,.parameter__deprecated,.response-col_status,.response-col_links,.opblock-summary-path,.opblock-summary-description,.opblock-description-wrapper,.opblock-title_normal,.opblock-section-header h4,.tab li,.model,.model-title,.prop-type,.prop-format,.renderedMarkdown,.servers>label,.btn){color:var(--ink)}
#reference .swagger-ui .info :is(li,p,table){color:var(--ink);font-size:16px;line-height:1.55}
#reference .swagger-ui .info table{display:block;overflow-x:auto;border-collapse:collapse}
#reference .swagger-ui :is(.info p,.info li,.info table,.markdown p,.renderedMarkdown p,.opblock-tag small,.opblock-summary-description,td,th,label,select,.btn){font-family:Figtree,system-ui,sans-serif}
#reference .swagger-ui :is(.markdown,.renderedMarkdown){overflow-wrap:anywhere}
#reference .swagger-ui .info table :is(th,td){overflow-wrap:break-word;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);text-align:left}
#reference .swagger-ui :is(.parameter__type,.parameter__in,.opblock-tag small,.response-control-media-type__accept-message){color:var(--quiet)}
#reference .swagger-ui pre span[style*="rgb(211, 99, 99)"]{color:#ff9d9d!important}
#reference .swagger-ui .markdown code,#reference .swagger-ui .renderedMarkdown code{background:var(--code);color:var(--ink);border-radius:6px;padding:1px 5px;font-weight:400}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) pre{background:var(--code);color:var(--ink);border-radius:12px;padding:12px 14px;white-space:pre-wrap;overflow-wrap:anywhere}
#reference .swagger-ui :is(.markdown,.renderedMarkdown) pre code{background:none;padding:0}
#reference .swagger-ui .opblock-tag{border-bottom-color:var(--line)}
#reference .swagger-ui .opblock-tag:hover{background:var(--code)}
#reference .swagger-ui .opblock,#reference .swagger-ui .opblock.opblock-deprecated{background:var(--card);border:1px solid var(--line);border-radius:16px;box-shadow:none;overflow:hidden}
#reference .swagger-ui .opblock .opblock-summary{border-color:var(--line)}
#reference .swagger-ui .opblock .opblock-section-header{background:var(--code);box-shadow:none}
#reference .swagger-ui .opblock .opblock-summary-method,#reference .swagger-ui .opblock.opblock-get .opblock-summary-method,#reference .swagger-ui .opblock.opblock-post .opblock-summary-method,#reference .swagger-ui .opblock.opblock-put .opblock-summary-method,#reference .swagger-ui .opblock.opblock-patch .opblock-summary-method{background:var(--grass);color:var(--on-grass);border-radius:999px;text-shadow:none}
#reference .swagger-ui .opblock.opblock-delete .opblock-summary-method{background:var(--collar);color:var(--paper)}
#reference .swagger-ui :is(select,input,textarea){background:var(--card);color:var(--ink);border:1px solid var(--border);border-radius:12px;box-shadow:none}
#reference .swagger-ui .btn{border:1px solid var(--border);border-radius:999px;background:transparent;box-shadow:none}
#reference .swagger-ui .btn.execute,#reference .swagger-ui .btn.authorize{background:var(--grass);border-color:var(--grass);color:var(--on-grass)}
#reference .swagger-ui .btn.authorize svg,#reference .swagger-ui svg:not(:root){fill:currentColor}
#reference .swagger-ui .download-contents{background:var(--grass);color:var(--on-grass)}
#reference .swagger-ui .btn.cancel,#reference .swagger-ui .parameter__name.required:after,#reference .swagger-ui .parameter__name.required span{color:var(--collar);border-color:var(--collar)}
#reference .swagger-ui section.models,#reference .swagger-ui section.models .model-container,#reference .swagger-ui .model-box{background:var(--card);border-color:var(--line)}
#reference .swagger-ui section.models{border-radius:16px}
#reference .swagger-ui .dialog-ux .modal-ux,#reference .swagger-ui .dialog-ux .modal-ux-header{background:var(--card);border-color:var(--line);color:var(--ink)}
#reference .swagger-ui :is(.json-schema-2020-12,.json-schema-2020-12-accordion,.json-schema-2020-12-expand-deep-button){background:transparent;color:var(--ink)}
#reference .swagger-ui :is(.json-schema-2020-12__title,.json-schema-2020-12-keyword__name,.json-schema-2020-12__attribute,.json-schema-2020-12-keyword__value){color:var(--ink)}
#reference .swagger-ui .opblock-control-arrow,#reference .swagger-ui .authorization__btn{color:var(--ink)}
#reference .swagger-ui :is(table.headers td,.response-col_description__inner span,.responses-inner h4,.responses-inner h5){color:var(--ink)}
#reference .swagger-ui :is(.dark-mode-toggle,.response-col_links){display:none}
@media(max-width:600px){header{gap:8px}header nav{gap:12px}header,#reference .swagger-ui .wrapper{padding-inline:14px}#reference .swagger-ui .opblock .opblock-summary-path{max-width:none;word-break:break-word}}
`
