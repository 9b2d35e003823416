window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  persistAuthorization: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
});
