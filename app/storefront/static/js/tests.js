// While tests of an agent run, their page is read again every two seconds.
setInterval(() => {
  if (document.querySelector("[data-busy]")) document.dispatchEvent(new CustomEvent("desk:tick"));
}, 2000);
