// nothing is asked of any other host: no validator badge, and no document from elsewhere by a query parameter
window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  queryConfigEnabled: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
